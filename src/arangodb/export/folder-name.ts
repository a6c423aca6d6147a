import { InputError } from '../../errors/call-error.js';

/** Names that are devices on Windows, with or without an ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** @throws InputError for anything but one plain folder name */
export function assertFolderName(folder: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(folder) && !folder.endsWith('.') && !DEVICE.test(folder))
    return;
  throw new InputError('"folder" must be one folder name, not a path.', {
    hint: 'Use up to 100 letters, digits, dots, underscores and hyphens, starting with a letter or digit.',
  });
}
