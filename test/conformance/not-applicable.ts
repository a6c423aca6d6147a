/**
 * Scored scenarios that cannot apply to this server, by revision, with the reason. Everything else must pass.
 */
export const NOT_APPLICABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    'tools-call-sampling': 'needs a session: a stateless server of this era has no way to ask the client',
    'tools-call-elicitation': 'needs a session, as above',
    'elicitation-sep1034-defaults': 'needs a session, as above',
    'elicitation-sep1330-enums': 'needs a session, as above',
  },
  '2026-07-28': {},
};
