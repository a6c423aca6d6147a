import type { Type } from '@nestjs/common';
import { DescribeTablePrompt } from './describe-table.prompt.js';
import { ExploreDatabasePrompt } from './explore-database.prompt.js';
import { FindIndexCandidatesPrompt } from './find-index-candidates.prompt.js';
import { ImproveQueryPrompt } from './improve-query.prompt.js';
import { PlanSafeChangePrompt } from './plan-safe-change.prompt.js';
import { WriteQueryPrompt } from './write-query.prompt.js';

/** The classes of the prompts, in the order clients see them. */
export const PROMPT_CLASSES: readonly Type[] = [
  ExploreDatabasePrompt,
  DescribeTablePrompt,
  WriteQueryPrompt,
  ImproveQueryPrompt,
  FindIndexCandidatesPrompt,
  PlanSafeChangePrompt,
];
