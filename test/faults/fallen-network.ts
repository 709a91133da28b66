/** A practice network that lost what it had not saved, between two starts of a core. No core may be open on the folder. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import type { Address } from 'viem'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import { openStore } from '../../src/core/store/open.ts'

/** Keeps what the practice networks of a data folder have saved, to fall back to. */
export async function keepNetworks(dataDir: string): Promise<void> {
  await cp(join(dataDir, 'practice'), join(dataDir, 'kept'), { recursive: true })
}

/** What was kept is what there is. With `others`, something else then used the treasury's key of Polygon so often. */
export async function fallBack(dataDir: string, others = 0): Promise<void> {
  const practice = join(dataDir, 'practice')
  await rm(practice, { recursive: true })
  await cp(join(dataDir, 'kept'), practice, { recursive: true })
  if (others === 0) return
  const from = (await treasuryOf(dataDir)) as Address
  const network = openPracticeNetwork({
    ...{ chain: 'polygon', chainId: 137, stateDir: join(practice, 'polygon') },
    ...{ log: pino({ level: 'silent' }), blocks: 'manual' },
  })
  try {
    const { client } = await network.start()
    await client.impersonateAccount({ address: from })
    for (let sent = 0; sent < others; sent++) await client.sendUnsignedTransaction({ from, to: from })
    for (let block = 0; block < 3; block++) await network.mine()
  } finally {
    await network.close()
  }
}

/** Sequences of the treasury that the journal holds as used. */
export async function sequencesUsed(dataDir: string): Promise<number> {
  const signer = await treasuryOf(dataDir)
  const { db, close } = openStore(join(dataDir, 'mintdesk.db'), { migrate: false })
  const rows = await db
    .selectFrom('transactions')
    .select('pk')
    .where('signer', '=', signer)
    .where('state', 'in', ['succeeded', 'failed'])
    .execute()
  await close()
  return rows.length
}

async function treasuryOf(dataDir: string): Promise<string> {
  const { db, close } = openStore(join(dataDir, 'mintdesk.db'), { migrate: false })
  const deployment = await db
    .selectFrom('transactions')
    .select('signer')
    .where('purpose', '=', 'deploy')
    .executeTakeFirstOrThrow()
  await close()
  return deployment.signer
}
