/** A box of DuckDB's drawing: its lines, and where it stands. */
export interface PlanBox {
  readonly lines: readonly string[];
  readonly children: PlanBox[];
}

interface PlacedBox extends PlanBox {
  readonly left: number;
}

/**
 * Reads the tree out of DuckDB's drawing of a plan. Boxes stand in rows; the first input of a step stands right
 * below it, further ones to the right of that.
 */
export function readPlanBoxes(drawing: string): readonly PlanBox[] {
  const roots: PlacedBox[] = [];
  let above: readonly PlacedBox[] = [];
  for (const row of boxRows(drawing.split(/\r?\n/).map((line) => [...line]))) {
    for (const box of row) {
      const parent =
        above.find((candidate) => candidate.left === box.left) ??
        above.filter((candidate) => candidate.left < box.left).at(-1);
      (parent?.children ?? roots).push(box);
    }
    above = row;
  }
  return roots;
}

function boxRows(lines: readonly (readonly string[])[]): readonly (readonly PlacedBox[])[] {
  const rows: PlacedBox[][] = [];
  let top: readonly string[] | undefined;
  let body: (readonly string[])[] = [];
  for (const line of lines) {
    if (line.includes('┌')) [top, body] = [line, []];
    else if (line.includes('└') && top) {
      rows.push(cutBoxes(top, body));
      top = undefined;
    } else body.push(line);
  }
  return rows;
}

function cutBoxes(top: readonly string[], body: readonly (readonly string[])[]): PlacedBox[] {
  return top.flatMap((character, left) => {
    if (character !== '┌') return [];
    const right = top.indexOf('┐', left);
    const lines = body.map((line) =>
      line
        .slice(left + 1, right)
        .join('')
        .trim(),
    );
    return [{ left, lines, children: [] }];
  });
}
