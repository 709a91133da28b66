import { describe, expect, it } from 'vitest'
import {
  type CorrectionFacts,
  correctionStep,
  correctionsAtMost,
  mayHaveJobAgain,
} from '../../src/core/journal/correction.ts'

const failed: CorrectionFacts = {
  ...{ mint: 'failed', batch: 'failed', transaction: 'failed', run: 'finished', runCompleted: true, corrections: 0 },
}

describe('a mint may be corrected', () => {
  it.each<[string, Partial<CorrectionFacts>, ReturnType<typeof correctionStep>]>([
    ['when it has failed, and so has its transaction', {}, 'correct'],
    ['when it was refused before it came to a batch', { batch: null, transaction: null }, 'correct'],
    ['when it was refused before it was signed', { transaction: null }, 'correct'],
    ['when something else used the sequence of its transaction', { transaction: 'dead' }, 'correct'],
    ['while its run goes on', { run: 'running', runCompleted: false }, 'correct'],
    ['while its run is paused', { run: 'paused', runCompleted: false }, 'correct'],
    ['when its run was cancelled and nothing of it is under way', { run: 'cancelled' }, 'correct'],
    ['not while something of its cancelled run is under way', { run: 'cancelled', runCompleted: false }, 'unsettled'],
    ['not when it was minted', { mint: 'succeeded' }, 'not-failed'],
    ['not while it waits', { mint: 'queued', batch: null, transaction: null }, 'not-failed'],
    ['not when it was cancelled', { mint: 'cancelled', batch: null, transaction: null }, 'not-failed'],
    ['not while its batch may still be minted', { batch: 'signed' }, 'unsettled'],
    ['not while its transaction may still be included', { transaction: 'sent' }, 'unsettled'],
    ['not while its transaction may still be taken out again', { transaction: 'included' }, 'unsettled'],
    ['not more often than there are jobs for it', { corrections: correctionsAtMost }, 'too-often'],
  ])('%s', (_, facts, step) => {
    expect(correctionStep({ ...failed, ...facts })).toBe(step)
  })
})

describe('a job', () => {
  it.each<[string, { pk: number; failed: boolean }, number | null, boolean]>([
    ['is that of the same mint again when it failed', { pk: 3, failed: true }, null, true],
    ['is not, when it was minted or lost', { pk: 3, failed: false }, null, false],
    ['is not, when the mint was something else under it', { pk: 3, failed: true }, 3, false],
    ['is, when it failed since it was corrected', { pk: 4, failed: true }, 3, true],
  ])('%s', (_, batch, lastBatch, may) => {
    expect(mayHaveJobAgain(batch, lastBatch)).toBe(may)
  })
})
