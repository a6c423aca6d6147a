import { afterAll, describe } from 'vitest';
import { ERAS } from '../helpers/mcp-session.js';
import { testBadInput } from './engine/bad-input.js';
import { testChanging } from './engine/changing.js';
import { testConfirming } from './engine/confirming.js';
import { testConnecting } from './engine/connecting.js';
import { testDescribing } from './engine/describing.js';
import { EngineSession } from './engine/engine-session.js';
import type { EngineUnderTest } from './engine/engine-under-test.js';
import { testRefusing } from './engine/refusing.js';
import { testSelecting } from './engine/selecting.js';
import { testSettings } from './engine/settings.js';
import { testStopping } from './engine/stopping.js';

export type { EngineUnderTest } from './engine/engine-under-test.js';

/**
 * What every engine behind the port must do alike, in both protocol eras: the embedded engine, an engine behind a
 * broker, and a live server. What an engine says in words of its own stands in its description.
 * Nothing is left behind; where `saves` is false nothing is saved at any time.
 *
 * @example
 * describeEngine({ name: 'the embedded engine over stdio', open: openStdio, … });
 */
export function describeEngine(engine: EngineUnderTest): void {
  describe.each(ERAS)(`${engine.name}, protocol %s`, (era) => {
    const on = new EngineSession(engine, era);
    testConnecting(on);
    testSelecting(on);
    testChanging(on);
    testRefusing(on);
    testDescribing(on);
    testBadInput(on);
    testStopping(on);
    testSettings(engine, era);
    testConfirming(engine, era);
  });
  afterAll(() => engine.afterAll?.());
}
