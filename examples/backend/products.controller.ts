import { BadGatewayException, Controller, Get, ParseIntPipe, Query, UseGuards } from '@nestjs/common';
import { CoradbService } from 'coradb-mcp-nest';
import { ApiKeyGuard } from './api-key.guard.js';

/** An ordinary controller of the backend that asks the same database. */
@Controller('products')
@UseGuards(ApiKeyGuard)
export class ProductsController {
  constructor(private readonly coradb: CoradbService) {}

  @Get('scarce')
  async scarce(@Query('below', ParseIntPipe) below: number) {
    const document = await this.coradb.select({
      database: 'e-commerce',
      sql: 'SELECT id, name, units_in_stock FROM product WHERE units_in_stock < ? ORDER BY units_in_stock, id',
      params: [below],
      maxRows: 10,
    });
    if (document.error) throw new BadGatewayException(document.error.message);
    const [statement] = document.statements;
    return {
      total: statement?.totalRows,
      products: statement?.rows?.map(([id, name, stock]) => ({ id, name, stock })),
    };
  }
}
