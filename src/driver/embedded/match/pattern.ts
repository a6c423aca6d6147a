/** `(p:product)`, `(p)`, `(:product)` or `()`: a vertex of a pattern. */
export interface NodePattern {
  readonly variable?: string;
  readonly label?: string;
  /** Offset into the statement, for messages. */
  readonly at: number;
}

/** `-[e:part_of]->` (right) or `<-[e:part_of]-` (left): an edge between its two neighbours. */
export interface EdgePattern {
  readonly variable?: string;
  readonly label: string;
  readonly direction: 'right' | 'left';
  readonly at: number;
}

/** A chain: `nodes` has one element more than `edges`; edge `i` joins node `i` and node `i + 1`. */
export interface PathPattern {
  readonly nodes: readonly NodePattern[];
  readonly edges: readonly EdgePattern[];
}

/** One `MATCH …` of a FROM clause: its paths share variables. */
export interface MatchClause {
  readonly paths: readonly PathPattern[];
  /** From the word MATCH to the end of the last path, as offsets into the statement. */
  readonly start: number;
  readonly end: number;
}
