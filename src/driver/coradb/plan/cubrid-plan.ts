import { parseCubridTree } from './cubrid-plan-tree.js';
import type { PlanBlock, PlanTable } from '../../model/plan-tree.js';

/**
 * Reads the text of CUBRID's optimizer (engine-behaviour §7): one block per query part, each with the tables and
 * conditions by number, the tree, and the rewritten statement. Lines of other shapes are left out.
 */
export function parseCubridPlan(raw: string): readonly PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let section: 'head' | 'plan' | 'statement' = 'head';
  let head: string[] = [];
  let plan: string[] = [];
  let statement: string[] = [];
  let isCte = false;
  const finish = (): void => {
    if (plan.length > 0) blocks.push(toBlock(head, plan, statement, isCte));
    [head, plan, statement] = [[], [], []];
  };
  for (const line of raw.split(/\r?\n/)) {
    if (/^(?:Join graph segments|Non recursive part of CTE|Recursive part of CTE|end of )/i.test(line)) {
      if (section !== 'head' || !line.startsWith('Join graph')) finish();
      section = 'head';
      if (/part of CTE/i.test(line)) isCte = !line.startsWith('end of ');
    } else if (/^Query plan:/.test(line)) {
      if (section === 'statement') finish();
      section = 'plan';
    } else if (/^Query stmt:/.test(line)) section = 'statement';
    else ({ head, plan, statement })[section].push(line);
  }
  finish();
  return blocks;
}

function toBlock(
  head: readonly string[],
  plan: readonly string[],
  statement: readonly string[],
  isCte: boolean,
): PlanBlock {
  const text = statement.join('\n').trim();
  return {
    ...(isCte ? { title: 'CTE' } : {}),
    roots: parseCubridTree(plan, readTerms(head)),
    tables: head.flatMap(readTable),
    ...(text === '' ? {} : { statement: text }),
  };
}

/** `term[0]: [dba.ta].g=3 (sel 0.1) (sarg term) …`: the condition ends where the selectivity begins. */
function readTerms(head: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    head.flatMap((line) => {
      const match = /^(term\[\d+\]):\s*(.*?)\s*\(sel [\d.e+-]+\)/.exec(line);
      return match?.[1] && match[2] !== undefined ? [[match[1], match[2]] as const] : [];
    }),
  );
}

/** `node[0]: dba.ta dba.ta(422/2) …`: name, then rows and pages by the statistics. */
function readTable(line: string): PlanTable[] {
  const match = /^node\[\d+\]:\s*(\S+).*?\((\d+)\/(\d+)\)/.exec(line);
  return match?.[1] ? [{ name: match[1], rows: Number(match[2]), pages: Number(match[3]) }] : [];
}
