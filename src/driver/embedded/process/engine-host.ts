import { Logger } from '@nestjs/common';
import { EngineProcess, type EngineOptions } from './engine-process.js';
import { causeText, suspectsOf, type ProcessEnd } from './process-end.js';
import { Culprits } from './culprits.js';

const logger = new Logger('CoraDB');

/** The one process of the engine at a time: started when it is needed, replaced when it has ended. */
export class EngineHost {
  #current: EngineProcess | undefined;
  /** Locks on files are free only when the process before is gone. */
  #before: Promise<void> = Promise.resolve();
  readonly #culprits = new Culprits();

  constructor(private readonly options: EngineOptions) {}

  /** A process that can take connections. */
  async ready(): Promise<EngineProcess> {
    const engine = (this.#current ??= this.#start());
    await this.#before;
    return engine;
  }

  async dispose(): Promise<void> {
    const engine = this.#current;
    this.#current = undefined;
    this.#before = engine?.dispose() ?? this.#before;
    await this.#before;
  }

  #start(): EngineProcess {
    const engine: EngineProcess = new EngineProcess(this.options, (end) => {
      if (this.#current === engine) this.#current = undefined;
      if (end.cause.kind === 'disposed') return;
      this.#before = engine.exited;
      this.#report(end);
    });
    return engine;
  }

  #report(end: ProcessEnd): void {
    logger.warn(`The process of the embedded engine ${causeText(end.cause)}; the next call starts another.`);
    for (const { sql } of suspectsOf(end)) {
      const text = sql === undefined ? undefined : this.#culprits.again(sql);
      if (text !== undefined) logger.warn(`A statement ran both times when the process ended: ${text}`);
    }
  }
}
