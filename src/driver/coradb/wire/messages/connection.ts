/** CON_CLOSE (cas-protocol §4.1) has no arguments: the CAS rolls back, ends the session and closes. */
export const NO_ARGUMENTS = Buffer.alloc(0);
