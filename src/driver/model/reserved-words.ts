/** Words the engine reads as keywords, so that a name spelt like one needs brackets. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  `absolute action add add_months after all allocate alter and any are as asc assertion at attach attribute avg
  before between bigint binary bit bit_length blob boolean both breadth by call cascade cascaded case cast
  catalog change char character check class classes clob coalesce collate collation column commit connect
  connect_by_iscycle connect_by_isleaf connect_by_root connection constraint constraints continue convert
  corresponding count create cross current current_date current_datetime current_time current_timestamp
  current_user cursor cycle data database date datetime day day_hour day_millisecond day_minute day_second
  deallocate dec decimal declare default deferrable deferred delete depth desc describe descriptor diagnostics
  difference disconnect distinct distinctrow div do domain double drop duplicate each else elseif end equals
  escape evaluate except exception exec execute exists external extract false fetch file first float for foreign
  found from full function general get global go goto grant group having hour hour_millisecond hour_minute
  hour_second identity if ignore immediate in index indicator inherit initially inner inout input insert int
  integer intersect intersection interval into is isolation join key language last leading leave left less
  level like limit list local local_transaction_id localtime localtimestamp loop lower match max method
  millisecond min minute minute_millisecond minute_second mod modify module monetary month multiset multiset_of
  na names national natural nchar next no none not null nullif numeric object octet_length of off on only open
  optimization option or order out outer output overlaps parameters partial position precision prepare preserve
  primary prior privileges procedure query read real recursive ref references referencing relative rename
  replace resignal restrict return returns revoke right role rollback rollup routine row rownum rows savepoint
  schema scope scroll search second second_millisecond section select sensitive sequence sequence_of
  serializable session session_user set set_of seteq shared siblings signal similar size smallint some sql
  sqlcode sqlerror sqlexception sqlstate sqlwarning statistics string subclass subset subseteq substring sum
  superclass superset superseteq sys_connect_by_path sys_date sys_datetime sys_time sys_timestamp sysdate
  sysdatetime system_user systime table temporary then time timestamp timezone_hour timezone_minute to trailing
  transaction translate translation trigger trim true truncate under union unique unknown update upper usage use
  user using utime value values varchar variable varying vclass view when whenever where while with without work
  write xor year year_month zone`.split(/\s+/),
);
