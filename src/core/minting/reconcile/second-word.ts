import type { ChainBatch, MintedToken } from '../../chains/family/collections.ts'
import type { CopiesClient } from '../../chains/family/copies.ts'
import type { ChainClient, Witnesses } from '../../chains/family/family.ts'
import type { FenceClient } from '../../chains/family/fence.ts'
import type { JobRecord } from '../../chains/family/job-record.ts'
import { Refusal } from '../../chains/family/outcome.ts'
import type { TreeHistory } from '../../chains/family/trees.ts'
import { CoreError } from '../../lib/errors.ts'
import { doubtSentence, hearOthers } from '../hear-others.ts'

const tooHeavy = 'chain.tooHeavy'
/** Ours: percent of the most that a transaction may weigh; honest nodes' estimates differ a little, which is no contradiction. */
const nearlyTooHeavy = 90n

/**
 * The same client, in which a second RPC must confirm what a contract or a tree holds, and what the chain refuses: by it the engine finds, gives up,
 * reads back, refuses and calls done mints, transfers and burns. Counters are confirmed only where they are asked for at a block.
 * The reads throw CoreError `network.unconfirmed` or `network.disputed`, with the RPCs' names, when two do not say the same.
 */
export function confirming(observing: ChainClient): ChainClient {
  if (!observing.witnesses) return observing
  const client = { ...observing, witnesses: remembering(observing.witnesses) }
  const { copies, fence, history, tokenList, transfers, trees } = client
  const both = async <T>(
    read: (client: ChainClient) => Promise<T>,
    wordOf: (said: T) => unknown = (said) => said,
    asked = client,
  ): Promise<T> => {
    const own = await read(client)
    const heard = await hearOthers(
      asked,
      new Map([['it', { own }]]),
      (said) => JSON.stringify(wordOf(said.own)),
      async (other) => new Map([['it', { own: await read(other) }]]),
    )
    const result = heard.get('it')
    if (result?.kind === 'agreed' && result.own) return own
    if (result?.kind === 'doubt') throw new CoreError(`network.${result.doubt.kind}`, doubtSentence(result.doubt))
    throw new CoreError('network.disputed', `two RPCs say otherwise than ${client.witnesses?.asked}.`)
  }
  // Two honest nodes may differ in which block is final already.
  const final = { ...client, witnesses: notDisputing(client.witnesses) }
  const effect = transfers?.effect
  return {
    ...client,
    job: (...of) => both((one) => one.job(...of)),
    counters: (contract, block) =>
      block === undefined ? client.counters(contract) : both((one) => one.counters(contract, block)),
    purchases: (...of) => both((one) => one.purchases(...of)),
    mintedTokens: (...of) => both((one) => one.mintedTokens(...of), mintedOf),
    batchRanges: (...of) => both((one) => one.batchRanges(...of)),
    chainBatch: (...of) => both((one) => one.chainBatch(...of), saidOf),
    async prepare(...of) {
      try {
        return await client.prepare(...of)
      } catch (error) {
        if (error instanceof Refusal) await refusedByBoth(client, error, of)
        throw error
      }
    },
    batchOfToken: (...of) => both((one) => one.batchOfToken(...of), saidOf),
    ...(fence && {
      fence: {
        ...fence,
        mark: (...of) => both((one) => fenceOf(one).mark(...of)),
        mintedJobs: (...of) => both((one) => fenceOf(one).mintedJobs(...of)),
        jobRecord: (...of) => both((one) => fenceOf(one).jobRecord(...of), recordedOf),
      },
    }),
    ...(copies && {
      copies: {
        ...copies,
        batch: (...of) =>
          both(
            (one) => copiesOf(one).batch(...of),
            ({ folder }) => folder,
          ),
        items: (...of) => both((one) => copiesOf(one).items(...of)),
        definitions: (...of) => both((one) => copiesOf(one).definitions(...of)),
      },
    }),
    ...(transfers && {
      transfers: {
        ...transfers,
        // "Cannot be told" (undefined) is an answer, too, and another one than "there is none" (null).
        madeBy: (...of) =>
          both(
            (one) => part(one.transfers).madeBy(...of),
            (hash) => hash ?? String(hash),
            final,
          ),
        ...(effect && { effect: (...of) => both((one) => part(part(one.transfers).effect)(...of), undefined, final) }),
      },
    }),
    ...(tokenList && {
      tokenList: {
        minted: (...of) => both((one) => part(one.tokenList).minted(...of), undefined, final),
        tokensOf: (...of) => both((one) => part(one.tokenList).tokensOf(...of), undefined, final),
        tokensIn: (...of) => both((one) => part(one.tokenList).tokensIn(...of), undefined, final),
      },
    }),
    ...(history && {
      history: {
        ...history,
        list: (...of) => both((one) => part(one.history).list(...of), undefined, final),
        read: (...of) => both((one) => part(one.history).read(...of), undefined, final),
        collection: (...of) => both((one) => part(one.history).collection(...of), undefined, final),
        textsOf: (...of) => both((one) => part(one.history).textsOf(...of), undefined, final),
        treesMadeBy: (...of) => both((one) => part(one.history).treesMadeBy(...of), undefined, final),
      },
    }),
    ...(trees && {
      trees: {
        ...trees,
        minted: (...of) => both((one) => part(one.trees).minted(...of), undefined, final),
        leavesFrom: (...of) => both((one) => part(one.trees).leavesFrom(...of), undefined, final),
        historyOf: (...of) => both((one) => part(one.trees).historyOf(...of), changedOf, final),
      },
    }),
  }
}

/** RPCs that contradicted each other once in an observation do not count as agreed when they agree on something else. */
function remembering(witnesses: Witnesses): Witnesses {
  const doubted = new Set<string>()
  return {
    ...witnesses,
    compared({ agreed, outvoted, disputed }) {
      for (const rpc of [...outvoted, ...disputed]) doubted.add(rpc)
      witnesses.compared({ agreed: agreed.filter((rpc) => !doubted.has(rpc)), outvoted, disputed })
    },
  }
}

/** RPCs that differ here are not reported: nothing is written down, and nobody is told. One that two others outvote is. */
function notDisputing(witnesses: Witnesses): Witnesses {
  return { ...witnesses, compared: (result) => witnesses.compared({ ...result, disputed: [] }) }
}

/** What RPCs must agree on for tokens. Transaction hashes are left out: some nodes find them, others have forgotten them. */
function mintedOf(tokens: readonly MintedToken[]): unknown {
  return tokens.map(({ tokenId, recipient, uri }) => [tokenId, recipient, uri])
}

/** What RPCs must agree on for a tree's history, in its order. */
function changedOf({ changes, newest }: TreeHistory): unknown {
  return [changes.toSorted((one, other) => one.sequence - other.sequence), newest]
}

/** What RPCs must agree on for a batch. Its transaction is left out: some nodes find it, others have forgotten it. */
function saidOf(batch: ChainBatch | null): unknown {
  return batch && [batch.folder, batch.firstTokenId, batch.recipients]
}

/** The same for the record of a job. */
function recordedOf(record: JobRecord | null): unknown {
  if (record === null) return null
  const { minter: _minter, txHash: _txHash, block: _block, ...minted } = record
  return minted
}

function fenceOf({ fence }: ChainClient): FenceClient {
  return part(fence)
}

function copiesOf({ copies }: ChainClient): CopiesClient {
  return part(copies)
}

/** A part of a client; all clients of one network have the same parts. */
function part<T>(of: T | undefined): T {
  if (!of) throw new Error('clients of one network differ in what they can do')
  return of
}

/** Throws unless another RPC refuses the work, too: by a refusal mints fail, or count as minted before. */
async function refusedByBoth(client: ChainClient, refusal: Refusal, of: Parameters<ChainClient['prepare']>) {
  const heard = await hearOthers<'it', Refusal['outcome'] | null>(
    client,
    new Map([['it', refusal.outcome]]),
    // Nodes word a reason differently, or do not know it.
    (outcome) =>
      outcome === null ? 'fine' : `${outcome.kind} ${'firstTokenId' in outcome ? outcome.firstTokenId : ''}`,
    async (other) => new Map([['it', await refusalBy(other, of, refusal)]]),
  )
  const result = heard.get('it')
  if (result?.kind === 'doubt') throw new CoreError(`network.${result.doubt.kind}`, doubtSentence(result.doubt))
  if (result?.kind === 'agreed' && !result.own)
    throw new CoreError('network.disputed', `${client.witnesses?.asked} refuses what two other RPCs do not.`)
}

async function refusalBy(client: ChainClient, of: Parameters<ChainClient['prepare']>, { outcome }: Refusal) {
  try {
    const { weight } = await client.prepare(...of)
    const isHeavy = outcome.kind === 'failed' && outcome.code === tooHeavy
    return isHeavy && BigInt(weight) * 100n > client.limits.weightPerTransaction * nearlyTooHeavy ? outcome : null
  } catch (error) {
    if (error instanceof Refusal) return error.outcome
    throw error
  }
}
