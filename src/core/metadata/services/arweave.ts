import { z } from 'zod'
import type { SignedFile } from '../arweave/items.ts'
import type { ContentStore } from '../content-store.ts'
import { PinningError, type PinningService } from '../pinning.ts'
import { serviceCalls } from './service-call.ts'
import { checkHosted, hostedDown, parsed, type ServiceAnswer } from './service-faults.ts'
import { testContent } from './test-content.ts'

/** An account at Turbo, which bundles data items for Arweave. */
export interface ArweaveOptions {
  /** Replaces Turbo's own address. */
  url?: string
  /** Base58: the account whose credits pay. */
  account: string
  /** Signs a stored file with that account. @throws PinningError while the seed is out of reach */
  sign(cid: string): Promise<SignedFile>
  patienceMs?: number
}

/** https://github.com/ardriveapp/turbo-upload-service: src/router.ts, src/routes/dataItemPost.ts, src/routes/status.ts. */
export const turboUrl = 'https://upload.ardrive.io'
/** Ours: requests at a time. */
const atATime = 8

const name = 'Turbo'
const receipt = z.object({ id: z.string() })
const status = z.object({ status: z.string() })

/**
 * Arweave through Turbo: each file is a data item of its own, whose id is known before the upload. A file that Turbo has already is not sent again.
 */
export function arweaveService(
  { url, account, sign, patienceMs }: ArweaveOptions,
  store: ContentStore,
): PinningService {
  const base = url ?? turboUrl
  const calls = serviceCalls(name, hostedDown, patienceMs)
  const cures = {
    unknown: 'look whether its address is right, or give none',
    rights: `ask Turbo why it blocks the account ${account}, or give another storage`,
    room: `buy credits for the account ${account} (turbo top-up --address ${account} --token solana, of Turbo’s command line), or use smaller files, which it takes for nothing`,
  }
  /** Whether Turbo has taken an item of this account. */
  let hasWritten = false

  async function has(id: string): Promise<boolean> {
    const answer = await calls.call(`${base}/v1/tx/${id}/status`, { method: 'GET' })
    if (answer.status === 404) return false
    checkHosted(name, answer, cures)
    const read = status.safeParse(parsed(answer.text))
    return read.success && read.data.status !== 'FAILED'
  }

  async function keep(cid: string): Promise<void> {
    const item = await sign(cid)
    if (await has(item.id)) return
    const answer = await calls.call(`${base}/v1/tx/solana`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytesOf(item),
      bytes: item.head.length + item.file.size,
    })
    // Turbo is still processing an upload of this very item, such as one whose answer was lost.
    if (answer.status === 202) {
      if (await has(item.id)) return
      throw new PinningError('storage.unreachable', 'Turbo is still taking an upload that broke off: wait a moment.')
    }
    checkHosted(name, answer, cures)
    seeSame(item.id, answer)
  }

  return {
    name: 'Arweave (Turbo)',
    rootsPerUpload: Number.POSITIVE_INFINITY,
    async pin(cids) {
      for (let at = 0; at < cids.length; at += atATime) await Promise.all(cids.slice(at, at + atATime).map(keep))
    },
    async test() {
      const { cid } = await store.putBytes((await testContent()).bytes)
      const start = performance.now()
      // Each price runs a test, so an item that was uploaded once is only looked up.
      if (!(hasWritten && (await has((await sign(cid)).id)))) await keep(cid)
      hasWritten = true
      return { version: `Turbo, account ${account}`, identity: null, latencyMs: Math.round(performance.now() - start) }
    },
    identity: async () => null,
    close: calls.close,
  }
}

async function* bytesOf({ head, file }: SignedFile): AsyncGenerator<Uint8Array> {
  yield head
  yield* file.open()
}

function seeSame(id: string, answer: ServiceAnswer): void {
  const read = receipt.safeParse(parsed(answer.text))
  if (!read.success)
    throw new PinningError(
      'storage.wrong',
      'Turbo took an upload without a receipt: look whether its address is right.',
    )
  if (read.data.id !== id)
    throw new PinningError(
      'storage.wrong',
      `Turbo keeps an upload under the id ${read.data.id}, and it was signed as ${id}: use another storage, since NFTs name that id.`,
    )
}
