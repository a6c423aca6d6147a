import { Injectable } from '@nestjs/common';
import { CoradbService } from 'coradb-mcp-nest';

export interface CategoryStock {
  readonly category: string;
  readonly products: number;
}

/** A job that reads one graph query and the definition it depends on. */
@Injectable()
export class StockReport {
  constructor(private readonly coradb: CoradbService) {}

  /** Products in each category, the largest first. @param signal ends the job early */
  async largestCategories(count: number, signal: AbortSignal): Promise<readonly CategoryStock[]> {
    const document = await this.coradb.select({
      database: 'e-commerce',
      user: 'reader',
      password: process.env.REPORT_PASSWORD ?? '',
      sql: `SELECT c.name, COUNT(p) AS products FROM MATCH (p:product)-[:part_of]->(c:category)
            GROUP BY c.name ORDER BY products DESC, c.name`,
      maxRows: count,
      timeoutMs: 30_000,
      signal,
    });
    if (document.error) throw new Error(document.error.message);
    const rows = document.statements[0]?.rows ?? [];
    return rows.map(([category, products]) => ({ category: String(category), products: Number(products) }));
  }

  /** Names of the columns of a table, to notice when it changes. */
  async columnsOf(table: string): Promise<readonly string[]> {
    const schema = await this.coradb.readSchema({
      database: 'e-commerce',
      user: 'reader',
      password: process.env.REPORT_PASSWORD ?? '',
      object: table,
    });
    return schema.objects.flatMap(({ columns }) => columns?.map(({ name }) => name) ?? []);
  }
}
