/**
 * What Mintdesk is compared with on Solana: the usual script on Metaplex' umi, one mint a transaction, the next one sent when the last one
 * is there, polled for. On the same practice network, into a tree of 16,384 in a certified collection.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTree, mintToCollectionV1, mplBubblegum } from '@metaplex-foundation/mpl-bubblegum'
import { createNft, mplTokenMetadata } from '@metaplex-foundation/mpl-token-metadata'
import {
  generateSigner,
  keypairIdentity,
  percentAmount,
  publicKey,
  sol,
  type TransactionBuilder,
  type TransactionSignature,
  type Umi,
} from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { pino } from 'pino'
import { compressionProgram, logWrapper } from '../../src/core/chains/solana/instructions/instructions.ts'
import { openSolanaNetwork } from '../../src/core/practice/solana/network.ts'
import { programFiles } from '../../src/core/program-files.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'

export interface UsualFigures {
  mints: number
  seconds: number
  lamportsPerMint: number
}

/** Usual in such scripts. */
const pollMs = 100
const uri = `ipfs://${'b'.repeat(59)}`

/** @param awaited what a mint has come to when the next one is sent */
export async function mintAsUsual(
  root: string,
  programs: string,
  mints: number,
  awaited: 'confirmed' | 'finalized',
): Promise<UsualFigures> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  const network = openSolanaNetwork({
    ...{ stateDir: dir, programs: [programs], program: programFiles(root)('solana-node') },
    log: pino({ level: 'silent' }),
  })
  try {
    const { rpcUrl } = await network.start()
    const umi = createUmi(rpcUrl, 'confirmed').use(mplTokenMetadata()).use(mplBubblegum())
    umi.use(keypairIdentity(umi.eddsa.generateKeypair()))
    const { value } = (await (
      await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'requestAirdrop' },
          params: [umi.identity.publicKey, Number(sol(100).basisPoints)],
        }),
      })
    ).json()) as { value?: string }
    if (value !== undefined) throw new Error('the network gave no coin')
    const mint = await made(umi, awaited)
    const before = await umi.rpc.getBalance(umi.identity.publicKey)
    const began = performance.now()
    for (let at = 0; at < mints; at++) await through(umi, mint(at), awaited)
    const seconds = (performance.now() - began) / 1000
    const after = await umi.rpc.getBalance(umi.identity.publicKey)
    return { mints, seconds, lamportsPerMint: Math.round(Number(before.basisPoints - after.basisPoints) / mints) }
  } finally {
    await network.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Collection and tree, and what mints into them. */
async function made(umi: Umi, awaited: 'confirmed' | 'finalized'): Promise<(at: number) => TransactionBuilder> {
  const programs = { compressionProgram: publicKey(compressionProgram), logWrapper: publicKey(logWrapper) }
  const [collection, merkleTree] = [generateSigner(umi), generateSigner(umi)]
  const named = { name: 'Badges', symbol: 'BADGE', uri, isCollection: true }
  await through(umi, createNft(umi, { mint: collection, ...named, sellerFeeBasisPoints: percentAmount(0) }), awaited)
  const tree = { merkleTree, maxDepth: 14, maxBufferSize: 64, canopyDepth: 8, ...programs }
  await through(umi, await createTree(umi, tree), awaited)
  return (at) =>
    mintToCollectionV1(umi, {
      ...{ leafOwner: publicKey(solanaRecipientOf(at)), merkleTree: merkleTree.publicKey },
      ...{ collectionMint: collection.publicKey, ...programs },
      metadata: {
        ...{ name: `Badge ${at + 1}`, symbol: 'BADGE', uri, sellerFeeBasisPoints: 0, creators: [] },
        collection: { key: collection.publicKey, verified: false },
      },
    })
}

/** Sends it, and asks for it until it is there. */
async function through(umi: Umi, builder: TransactionBuilder, awaited: 'confirmed' | 'finalized'): Promise<void> {
  const signature: TransactionSignature = await builder.send(umi)
  for (;;) {
    const [status] = await umi.rpc.getSignatureStatuses([signature])
    if (status?.error) throw new Error(`a transaction of the usual script failed: ${JSON.stringify(status.error)}`)
    if (status && (status.commitment === awaited || status.commitment === 'finalized')) return
    await pause(pollMs)
  }
}
