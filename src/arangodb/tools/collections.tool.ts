import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ctx, Payload } from '@nestjs/microservices';
import { Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { strictObject } from '../../mcp/server/strict-object.js';
import { ArangoCalls, type ArangoDocument } from '../arango-calls.service.js';
import { CallLimits } from '../call-limits.service.js';
import type { Caller } from '../caller.js';
import { ArangoEngineError } from '../client/arango-errors.js';
import type { ArangoSession } from '../client/arango-session.js';
import {
  collectionProperties,
  countDocuments,
  type CollectionInfo,
  listCollections,
  listIndexes,
} from '../inspect/collection-info.js';
import { sampleDocuments } from '../inspect/sample.js';
import { inParallel } from '../inspect/in-parallel.js';
import { sampledShape } from '../inspect/sampled-shape.js';
import { assertNotUsers } from '../guards/system-collections.js';
import { ReplyLimits } from '../reply/reply-limits.js';
import { rowsDocument } from '../reply/rows-document.js';
import { READ } from './annotations.js';
import { ArangoTools } from './arango-tools.decorator.js';
import { collectionShape, databaseShape, runShape } from './inputs.js';
import { ArangoOutput } from './outputs.js';

/** Documents looked at for the shape of a collection when the call does not say. */
const SHAPE_SAMPLE = 100;

/** Most text of the documents looked at, and of one string in them, in characters. */
const [SHAPE_SAMPLE_CHARS, SHAPE_CELL_CHARS] = [4_000_000, 100];
/** Collections that are counted at the same time. */
const COUNTED_AT_ONCE = 8;
const NOT_FOUND = 1203;

const { memoryLimit } = runShape;

export const ListCollectionsInput = strictObject({
  includeSystem: z.boolean().default(false),
  counts: z.boolean().default(false),
  ...databaseShape,
});

export const DescribeCollectionInput = strictObject({
  ...collectionShape,
  memoryLimit,
  sampleSize: z.int().min(0).max(1_000).default(SHAPE_SAMPLE).describe('Documents to look at; 0 for none'),
});

export const SampleInput = strictObject({
  ...collectionShape,
  ...runShape,
  random: z.boolean().default(false).describe('Reads the whole collection'),
});

@ArangoTools()
export class CollectionTools {
  constructor(
    private readonly calls: ArangoCalls,
    private readonly limits: CallLimits,
  ) {}

  @Tool({
    name: 'arango_list_collections',
    description: 'Lists the collections of a database: name, type (document or edge), system or not.',
    parameters: ListCollectionsInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'List collections', ...READ },
  })
  list(
    @Payload() input: z.infer<typeof ListCollectionsInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const collections = await listCollections(session, input.includeSystem);
      const reply = this.limits.reply();
      if (!input.counts) return { collections: reply.fitting(collections), ...reply.report() };
      const counts = await inParallel(collections, COUNTED_AT_ONCE, (each) => counted(session, each));
      return { collections: reply.fitting(counts), ...reply.report() };
    });
  }

  @Tool({
    name: 'arango_describe_collection',
    description:
      'Properties, indexes and document count of a collection, and per attribute path the types seen in a sample and ' +
      'in how many sampled documents. The sample shows nothing about the documents outside it.',
    parameters: DescribeCollectionInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Describe collection', ...READ },
  })
  describe(
    @Payload() input: z.infer<typeof DescribeCollectionInput>,
    @Ctx() caller: Caller,
  ): Promise<CallToolResult> {
    return this.calls.run(caller, this.limits.call(input), async (session) => {
      const { collection, sampleSize } = input;
      if (sampleSize > 0) assertNotUsers([collection]);
      const reply = this.limits.reply();
      const properties = await collectionProperties(session, collection);
      const indexes = reply.fitting(await listIndexes(session, collection));
      const count = await countDocuments(session, collection);
      const sample = sampleSize > 0 ? await this.sampled(session, input) : {};
      return { collection, count, properties, indexes, ...sample, ...reply.report() };
    });
  }

  @Tool({
    name: 'arango_sample',
    description:
      'Some documents of a collection: the first ones in storage order, or at random. They may not be typical.',
    parameters: SampleInput,
    outputSchema: ArangoOutput,
    annotations: { title: 'Sample documents', ...READ, idempotentHint: false },
  })
  sample(@Payload() input: z.infer<typeof SampleInput>, @Ctx() caller: Caller): Promise<CallToolResult> {
    assertNotUsers([input.collection]);
    const limit = this.limits.rows(input.limit);
    const call = this.limits.call(input);
    return this.calls.run(caller, call, async (session) => {
      const limits = { limit, ...this.limits.query(input, call) };
      const reply = this.limits.reply();
      const result = await sampleDocuments(session, input.collection, input.random, limits, reply);
      return rowsDocument(result, limit, reply);
    });
  }

  private async sampled(
    session: ArangoSession,
    input: z.infer<typeof DescribeCollectionInput>,
  ): Promise<ArangoDocument> {
    const limits = { limit: input.sampleSize, ...this.limits.query(input, this.limits.call(input)) };
    // The documents themselves are not shown: what counts is their attributes, so that long strings may be cut short.
    const shapes = new ReplyLimits(SHAPE_CELL_CHARS, SHAPE_SAMPLE_CHARS);
    const { rows } = await sampleDocuments(session, input.collection, false, limits, shapes);
    const { paths, pathsLeftOut } = sampledShape(rows);
    return {
      sampledDocuments: rows.length,
      sampleNote: `The first ${rows.length} documents in storage order; others may have other attributes and types.`,
      ...(pathsLeftOut > 0 && { pathsLeftOut }),
      sampledPaths: paths,
    };
  }
}

/** A collection with its count; one that is dropped meanwhile is marked. */
async function counted(session: ArangoSession, collection: CollectionInfo): Promise<object> {
  try {
    return { ...collection, count: await countDocuments(session, collection.name) };
  } catch (error) {
    if (error instanceof ArangoEngineError && error.errorNum === NOT_FOUND)
      return { ...collection, gone: true };
    throw error;
  }
}
