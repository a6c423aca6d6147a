import { Logger } from '@nestjs/common';
import { EngineProcess, type EngineOptions } from './engine-process.js';
import { causeText, suspectsOf, type ProcessEnd } from './process-end.js';
import { Culprits } from './culprits.js';

const logger = new Logger('CoraDB');

const LOST =
  'The process of the embedded engine had ended, and its database was in memory: changes that were committed before are lost, and the sample is as it was at first.';

/** The one process of the engine at a time: started when it is needed, replaced when it has ended. */
export class EngineHost {
  #current: EngineProcess | undefined;
  /** Locks on files are free only when the process before is gone. */
  #before: Promise<void> = Promise.resolve();
  readonly #culprits = new Culprits();
  #notice: string | undefined;

  constructor(private readonly options: EngineOptions) {}

  /** A process that can take connections. */
  async ready(): Promise<EngineProcess> {
    const engine = (this.#current ??= this.#start());
    await this.#before;
    return engine;
  }

  /** What the next call must be told about the process before; once. */
  takeNotice(): string | undefined {
    const notice = this.#notice;
    this.#notice = undefined;
    return notice;
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
      if (end.inMemory && engine.hasCommitted) this.#notice = LOST;
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
