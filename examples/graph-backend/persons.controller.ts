import { BadGatewayException, Controller, Get, ParseIntPipe, Query } from '@nestjs/common';
import { ArangoService } from 'coradb-mcp-nest';

/** An ordinary controller of the backend that asks the same database as the tools. */
@Controller('persons')
export class PersonsController {
  constructor(private readonly arango: ArangoService) {}

  @Get('older')
  async older(@Query('than', ParseIntPipe) age: number) {
    const { error, rows, hasMore } = await this.arango.readQuery(
      {
        query: 'FOR p IN persons FILTER p.age > @age SORT p.name RETURN p.name',
        bindVars: { age },
        limit: 100,
      },
      { signal: AbortSignal.timeout(10_000) },
    );
    if (error) throw new BadGatewayException(error.message);
    return { names: rows, hasMore };
  }
}
