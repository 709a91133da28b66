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
/** Ours: percent of what a transaction may weigh; honest nodes estimate a little differently, and do not contradict each other by that. */
const nearlyTooHeavy = 90n

/**
 * The same client, with a second RPC's word for what a contract or a tree holds, and for what it refuses: mints, transfers and burns are
 * found, given up, read back, refused and called done by it. Counters are so where they are asked for at a block.
 * The reads throw CoreError `network.unconfirmed` or `network.disputed`, with the RPCs' names, where two do not say the same.
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
  // Two nodes that do not call the same block final yet both tell the truth.
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
        // That it cannot be told is an answer, too, and another one than that there was none.
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

/** In one observation, RPCs that contradicted each other about one thing do not count as agreed because they say the same about another. */
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

/** Those that do not say the same are no liars: nothing is written down, and nobody is told. One that two others outvote is. */
function notDisputing(witnesses: Witnesses): Witnesses {
  return { ...witnesses, compared: (result) => witnesses.compared({ ...result, disputed: [] }) }
}

/** What is believed of tokens. Which transactions minted them is found by some nodes, and forgotten by others. */
function mintedOf(tokens: readonly MintedToken[]): unknown {
  return tokens.map(({ tokenId, recipient, uri }) => [tokenId, recipient, uri])
}

/** What is believed of a tree's history, in its order. */
function changedOf({ changes, newest }: TreeHistory): unknown {
  return [changes.toSorted((one, other) => one.sequence - other.sequence), newest]
}

/** What is believed of a batch. Which transaction minted it is found by some nodes, and forgotten by others. */
function saidOf(batch: ChainBatch | null): unknown {
  return batch && [batch.folder, batch.firstTokenId, batch.recipients]
}

/** The same of the record of a job. */
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

/** A part of a client that another one of its network has. */
function part<T>(of: T | undefined): T {
  if (!of) throw new Error('clients of one network differ in what they can do')
  return of
}

/** Work that one RPC refuses is refused when another one refuses it, too: mints fail by it, or count as minted before. */
async function refusedByBoth(client: ChainClient, refusal: Refusal, of: Parameters<ChainClient['prepare']>) {
  const heard = await hearOthers<'it', Refusal['outcome'] | null>(
    client,
    new Map([['it', refusal.outcome]]),
    // Nodes put a reason in other words, or do not know it.
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
