import { base58 } from '@scure/base'
import { z } from 'zod'
import type { FoundLeaf, TreesClient } from '../../family/trees.ts'
import { entryOf, instructedAnswer } from '../history/entries.ts'
import { coreLeafHashes, coreProgram } from '../instructions/core-instructions.ts'
import { leafHashes, type MintInstructions } from '../instructions/instructions.ts'
import { treeBytes, treeFor } from '../instructions/tree-size.ts'
import { makeAt, placeOf, programsOf } from '../made-once.ts'
import { accountAnswer, accountsAnswer, holdersAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { treePlace, treeTokenId } from '../token-ids.ts'
import type { Chargeable } from '../transactions/chargeable.ts'
import { type Measure, measureOne, tokensThatFit } from '../transactions/fit.ts'
import { rentOf, treeConfigBytes } from '../transactions/rehearse.ts'
import { hasSucceeded, historyPage, pageBehind, readHistory, signaturesAnswer } from './history.ts'
import { isGone, partOf } from './proofs.ts'
import { treeHeads } from './state.ts'

export interface TreesOptions {
  rpc(): Promise<SolanaRpc>
  treasury(projectIndex: number): string
  instructions(projectIndex: number, contractKind: string): MintInstructions
  /** A tree's TreeConfig, which counts its mints. */
  treeConfig(tree: string): string
  /** The address that follows from a name of `keyNames`. */
  named(projectIndex: number, name: string): string
  charge(projectIndex: number, work: Chargeable): ReturnType<TreesClient['treeCall']>
  /** Sizes of one compressed mint, by project and contract kind; filled on demand. */
  measures: Map<string, Measure>
}

/** TreeConfig: discriminator (8 bytes), creator, delegate, capacity, then the number of mints. */
const mintedAt = 8 + 32 + 32 + 8
/** A token account: its mint, then its owner. */
const ownerAt = 32
/** A Core asset: its key (1: an existing asset), then its owner. */
const coreAsset = { key: 1, ownerAt: 1 } as const
const addressBytes = 32

/** Names of accounts that are made once. Their keys derive from these names: never change them. */
export const keyNames = {
  collection: (id: string) => `collection\n${id}`,
  tree: (id: string, ordinal: number) => `tree\n${id}\n${ordinal}`,
  token: (jobId: string) => `token\n${jobId}`,
}

/** See `ChainClient.trees`. */
export function treesClient({
  rpc,
  treasury,
  instructions,
  treeConfig,
  named,
  charge,
  measures,
}: TreesOptions): TreesClient {
  const treeAddress = (projectIndex: number, id: string, ordinal: number) =>
    named(projectIndex, keyNames.tree(id, ordinal))
  return {
    treeFor,
    treeAddress,
    tokenId: treeTokenId,
    placeOf: treePlace,
    dataHash: (kind, contract, token) => (kind === 'core' ? coreLeafHashes : leafHashes)(contract, token).dataHash,
    fit({ projectIndex, id, contractKind }, tokens, inTree) {
      if (!inTree) return 1
      const collection = named(projectIndex, keyNames.collection(id))
      const name = `${projectIndex} ${contractKind}`
      // Any tree will do: all addresses have the same length.
      const tree = treeAddress(projectIndex, id, 0)
      const measure =
        measures.get(name) ??
        measureOne(treasury(projectIndex), (token) =>
          instructions(projectIndex, contractKind).compressed(collection, tree, [token]),
        )
      measures.set(name, measure)
      return tokensThatFit(measure, tokens)
    },
    usualRecipient: (place) => base58.encode(new Uint8Array(addressBytes).fill(place + 128)),
    async ownerOf(address, final = false) {
      const node = await rpc()
      const at = { commitment: final ? 'finalized' : 'confirmed' }
      const head = { offset: 0, length: coreAsset.ownerAt + addressBytes }
      const own = await node.call(
        'getAccountInfo',
        [address, { ...at, encoding: 'base64', dataSlice: head }],
        accountAnswer,
      )
      if (own.value === null) return null
      if (own.value.owner === coreProgram) return ownerOfAsset(Buffer.from(own.value.data[0], 'base64'))
      const { value } = await node.call('getTokenLargestAccounts', [address, at], holdersAnswer)
      const [largest] = value
      if (!largest || largest.amount === '0') return null
      const slice = { offset: ownerAt, length: addressBytes }
      const account = await node.call(
        'getAccountInfo',
        [largest.address, { ...at, encoding: 'base64', dataSlice: slice }],
        accountAnswer,
      )
      return account.value === null ? null : base58.encode(Buffer.from(account.value.data[0], 'base64'))
    },
    async treeCall({ projectIndex, id, contractKind }, ordinal, size) {
      const node = await rpc()
      const tree = treeAddress(projectIndex, id, ordinal)
      const place = await placeOf(node, tree, programsOf(contractKind).tree)
      if (place.made) return null
      const rent = await node.call('getMinimumBalanceForRentExemption', [treeBytes(size)], z.number())
      return charge(projectIndex, {
        instructions: makeAt(
          place,
          tree,
          treasury(projectIndex),
          instructions(projectIndex, contractKind).tree(tree, size, rent),
        ),
        signers: [keyNames.tree(id, ordinal)],
        takes: await rentOf(node, treeConfigBytes),
      })
    },
    async sizeOf(tree) {
      const [head] = await treeHeads(await rpc(), [tree])
      if (!head) throw new Error(`there is no tree at ${tree}`)
      // In all trees that Mintdesk ever made, the canopy follows from the depth.
      return { ...treeFor(2 ** head.depth), buffer: head.buffer }
    },
    async minted(trees) {
      const node = await rpc()
      const configs = trees.map(treeConfig)
      const counts: number[] = []
      for (let from = 0; from < configs.length; from += 100) {
        const at = { encoding: 'base64', commitment: 'finalized', dataSlice: { offset: mintedAt, length: 8 } }
        const { value } = await node.call('getMultipleAccounts', [configs.slice(from, from + 100), at], accountsAnswer)
        for (const account of value)
          counts.push(account === null ? 0 : Number(Buffer.from(account.data[0], 'base64').readBigUInt64LE()))
      }
      return counts
    },
    partOf,
    isGone,
    async historyOf(tree, after, passOver, pagesAtMost) {
      return readHistory(await rpc(), tree, after, passOver, pagesAtMost)
    },
    async leavesFrom(tree, place) {
      const node = await rpc()
      const found = new Map<number, FoundLeaf>()
      for (let before: string | undefined; ; ) {
        const options = { limit: historyPage, commitment: 'finalized', ...(before === undefined ? {} : { before }) }
        const page = await node.call('getSignaturesForAddress', [tree, options], signaturesAnswer)
        const whole = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
        const hashes = page.filter(hasSucceeded).map(({ signature }) => signature)
        const read = await node.many(
          'getTransaction',
          hashes.map((hash) => [hash, whole]),
          instructedAnswer.nullable(),
        )
        let oldest = Number.POSITIVE_INFINITY
        for (const [at, answer] of read.entries()) {
          if (answer instanceof Error) throw answer
          if (answer === null) continue
          // Only the minting transaction says for whom and with what a leaf was minted.
          const { hash: txHash, payer, leaves } = entryOf(hashes[at] ?? '', answer)
          for (const { leaf } of leaves.filter((one) => one.tree === tree)) {
            oldest = Math.min(oldest, leaf.place)
            if (leaf.place >= place) found.set(leaf.place, { ...leaf, txHash, payer })
          }
        }
        before = pageBehind(page, before)
        // Old leaves are changed in any order: only the places of mints show how far back this page reaches.
        if (before === undefined || oldest < place) break
      }
      return [...found.values()].sort((a, b) => a.place - b.place)
    },
  }
}

/** Null for a burnt asset, which leaves an account of one byte. */
function ownerOfAsset(data: Uint8Array): string | null {
  const owner = data.subarray(coreAsset.ownerAt, coreAsset.ownerAt + addressBytes)
  return data[0] === coreAsset.key && owner.length === addressBytes ? base58.encode(owner) : null
}
