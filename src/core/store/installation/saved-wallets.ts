import { z } from 'zod'
import { CoreError } from '../../lib/errors.ts'
import type { Store } from '../sqlite/open.ts'
import { readSetting, writeSetting } from './settings.ts'

const saved = z.array(z.object({ locator: z.string(), name: z.string() }))
export type SavedWallet = z.infer<typeof saved>[number]

/** Ours: saved wallets of a project. */
const most = 500

const keyOf = (projectId: string): string => `saved-wallets.${projectId}`

/** The wallets of a project that have names, by name. */
export async function listSavedWallets(db: Store, projectId: string): Promise<SavedWallet[]> {
  const all = (await readSetting(db, keyOf(projectId), saved)) ?? []
  return all.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Gives a wallet a name, in place of the one it had. @throws CoreError `wallet.saved` when there are too many */
export async function saveWallet(db: Store, projectId: string, wallet: SavedWallet): Promise<SavedWallet[]> {
  return await change(db, projectId, (all) => {
    const others = all.filter(({ locator }) => locator !== wallet.locator)
    if (others.length >= most)
      throw new CoreError('wallet.saved', `There are ${most} saved wallets, which is the most: forget one of them.`)
    return [...others, wallet]
  })
}

/** Removes a wallet's name; a wallet without one stays as it is. */
export async function forgetWallet(db: Store, projectId: string, locator: string): Promise<SavedWallet[]> {
  return await change(db, projectId, (all) => all.filter((one) => one.locator !== locator))
}

/** In one SQLite transaction, so that two windows lose nothing of each other's. */
async function change(db: Store, projectId: string, to: (all: SavedWallet[]) => SavedWallet[]): Promise<SavedWallet[]> {
  return await db.transaction().execute(async (tx) => {
    await writeSetting(tx, keyOf(projectId), to((await readSetting(tx, keyOf(projectId), saved)) ?? []))
    return await listSavedWallets(tx, projectId)
  })
}
