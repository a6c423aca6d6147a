import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { McpContext } from '@rekog/mcp-nest';
import { throwError, type Observable } from 'rxjs';
import { UnknownObjectError } from '../../driver/model/unknown-object-error.js';
import { RequestFailure } from './request-failure.js';

/** Turns what a guard, a resource or a prompt throws into a JSON-RPC error. */
@Catch()
export class RequestErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('CoraDB');

  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const { mcpRequest } = host.switchToRpc().getContext<McpContext>();
    return throwError(() =>
      this.failureOf(error, mcpRequest.params as { readonly uri?: string } | undefined),
    );
  }

  private failureOf(error: unknown, params: { readonly uri?: string } | undefined): RequestFailure {
    // Clients tell "no such resource" from other invalid parameters by data that holds the URI alone.
    if (error instanceof UnknownObjectError && params?.uri !== undefined) {
      return RequestFailure.of(error, { uri: params.uri });
    }
    return RequestFailure.from(error, this.logger);
  }
}
