import { describe, expect, it } from 'vitest';
import { GuardError } from '../errors/call-error.js';
import { CallDeadline } from './call-deadline.js';
import { CallStoppedError } from './call-stopped-error.js';
import { CallSlots } from './call-slots.js';

const deadline = (signal = new AbortController().signal): CallDeadline => new CallDeadline(0, signal);

/** As many calls as CoraDB's settings say. */
const slotsFor = (running: number, waiting: number): CallSlots =>
  new CallSlots({
    running: { most: running, setting: 'CORADB_MAX_CONCURRENT_CALLS' },
    waiting: { most: waiting, setting: 'CORADB_MAX_QUEUED_CALLS' },
  });

/** Work that ends when told. */
function gate(): { readonly work: () => Promise<string>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { work: () => opened.then(() => 'done'), open };
}

describe('the slots for calls', () => {
  it('let waiting calls in one after the other, in order', async () => {
    const slots = slotsFor(1, 2);
    const [first, second, third] = [gate(), gate(), gate()];
    const order: string[] = [];
    const run = (name: string, { work }: ReturnType<typeof gate>) =>
      slots.use(deadline(), () => work().then(() => void order.push(name)));
    const all = Promise.all([run('first', first), run('second', second), run('third', third)]);
    expect([slots.inUse, slots.waiting]).toEqual([1, 2]);
    third.open();
    second.open();
    first.open();
    await all;
    expect(order).toEqual(['first', 'second', 'third']);
    expect([slots.inUse, slots.waiting]).toEqual([0, 0]);
  });

  it('refuse a call when the queue is full, naming both settings', async () => {
    const slots = slotsFor(1, 0);
    const first = gate();
    const running = slots.use(deadline(), first.work);
    const refused = slots.use(deadline(), first.work);
    await expect(refused).rejects.toThrow(GuardError);
    await expect(refused).rejects.toThrow(/CORADB_MAX_CONCURRENT_CALLS.*CORADB_MAX_QUEUED_CALLS/);
    first.open();
    await expect(running).resolves.toBe('done');
  });

  it('forget a call that is cancelled while it waits', async () => {
    const slots = slotsFor(1, 5);
    const first = gate();
    const client = new AbortController();
    const running = slots.use(deadline(), first.work);
    const waiting = slots.use(deadline(client.signal), () => Promise.reject(new Error('must not run')));
    client.abort();
    await expect(waiting).rejects.toThrow(CallStoppedError);
    expect(slots.waiting).toBe(0);
    first.open();
    await running;
    expect(slots.inUse).toBe(0);
  });

  it('free the slot of a call that failed', async () => {
    const slots = slotsFor(1, 0);
    await expect(slots.use(deadline(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(slots.use(deadline(), () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
