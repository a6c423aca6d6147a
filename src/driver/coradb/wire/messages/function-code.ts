/** Function codes of the requests that this client sends (cas-protocol §4). */
export const FunctionCode = {
  END_TRAN: 1,
  PREPARE: 2,
  EXECUTE: 3,
  SET_DB_PARAMETER: 5,
  CLOSE_REQ_HANDLE: 6,
  FETCH: 8,
  GET_DB_VERSION: 15,
  GET_QUERY_INFO: 24,
  CON_CLOSE: 31,
  PREPARE_AND_EXECUTE: 41,
} as const;
