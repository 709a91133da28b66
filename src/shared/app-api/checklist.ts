import { z } from 'zod'
import { chainSchema } from '../api-schemas/common.ts'
import { rpcReport } from './networks.ts'
import { money } from './units.ts'

/** What a live project needs before it mints for others, in this order. */
export const checklistSteps = ['backup', 'storage', 'balance', 'network', 'mint'] as const
export type ChecklistStepName = (typeof checklistSteps)[number]

export const checklistStep = z.object({
  name: z.enum(checklistSteps),
  /** `under-way`: begun, not finished; `later`: another step comes first. */
  state: z.enum(['done', 'open', 'under-way', 'later']),
  /** The step's status and what is missing, in a sentence. */
  says: z.string(),
})
export type ChecklistStep = z.infer<typeof checklistStep>

/**
 * `GET /app/projects/{id}/checklist` → `checklist`. `PATCH` with `checklistPatch` stores the person's choices → `checklist`.
 * `POST …/checklist/test` tests the RPCs of the chosen network → `checklistTest`. A practice project has no steps and is `done`.
 */
export const checklist = z.object({
  steps: z.array(checklistStep),
  /** Whether every step is done. */
  done: z.boolean(),
  /** The network that the person starts with; null until it is chosen or something exists on one. */
  chain: z.string().nullable(),
  /** Whether the person hosts metadata themselves, so that no storage is needed. */
  hostsMetadata: z.boolean(),
  /** The treasury on that network; null while it is not known. */
  treasury: z.object({ address: z.string(), balance: money }).nullable(),
})
export type Checklist = z.infer<typeof checklist>

export const checklistPatch = z.object({ chain: chainSchema.optional(), hostsMetadata: z.boolean().optional() })
export type ChecklistPatch = z.input<typeof checklistPatch>

export const checklistTest = z.object({ checklist, reports: z.array(rpcReport) })
