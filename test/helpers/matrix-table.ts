/** Prints what a matrix of tests found: one line a step, one column a fault. */
export class MatrixTable {
  private readonly cells = new Map<string, Map<string, string>>();

  constructor(
    private readonly title: string,
    private readonly columns: readonly string[],
  ) {}

  set(row: string, column: string, text: string): void {
    const cells = this.cells.get(row) ?? new Map<string, string>();
    this.cells.set(row, cells.set(column, text));
  }

  toString(): string {
    const lines = [...this.cells].map(([row, cells]) => [
      row,
      ...this.columns.map((name) => cells.get(name) ?? '–'),
    ]);
    const all = [[this.title, ...this.columns], ...lines];
    const widths = all[0]?.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0))) ?? [];
    const count = [...this.cells.values()].reduce((sum, cells) => sum + cells.size, 0);
    const text = all
      .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
      .join('\n');
    return `\n${text}\n${count} cells\n`;
  }

  print(): void {
    process.stdout.write(`${this.toString()}\n`);
  }
}
