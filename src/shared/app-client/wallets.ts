import type { z } from 'zod'
import { stable } from '../api-schemas/common.ts'
import { coverageOf, walletNfts } from '../api-schemas/wallets.ts'
import { projectWallets, type projectWalletsQuery, savedWallets, walletScan, walletSearch } from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

/** `cancel` discards what was scanned. */
export type ScanOrder = 'start' | 'pause' | 'cancel'

/** Wallets, and the scans for what they hold. */
export function walletCalls({ get, send }: Caller) {
  const scanPath = (locator: string) => `/app/wallets/${seg(locator)}/scan`
  return {
    projectWallets: (asked: Partial<z.infer<typeof projectWalletsQuery>>) =>
      get(projectWallets, `/app/wallets${query(asked)}`),
    searchWallets: (text: string) => get(walletSearch, `/app/wallets/search?${new URLSearchParams({ q: text })}`),
    savedWallets: () => get(savedWallets, '/app/saved-wallets'),
    saveWallet: (locator: string, name: string) =>
      get(savedWallets, `/app/saved-wallets/${seg(locator)}`, { method: 'PUT', json: { name } }),
    forgetWallet: (locator: string) => get(savedWallets, `/app/saved-wallets/${seg(locator)}`, { method: 'DELETE' }),
    /** A page of a wallet's NFTs, and the list's coverage. */
    walletNfts: async (locator: string, page: number, perPage: number) => {
      const answer = await send(`${stable}/wallets/${seg(locator)}/nfts${query({ page, perPage })}`)
      return { nfts: walletNfts.parse(await answer.json()), ...coverageOf(answer.headers) }
    },
    walletScan: (locator: string) => get(walletScan, scanPath(locator)),
    orderScan: (locator: string, order: ScanOrder) =>
      get(walletScan, order === 'pause' ? `${scanPath(locator)}/pause` : scanPath(locator), {
        method: order === 'cancel' ? 'DELETE' : 'POST',
      }),
  }
}
