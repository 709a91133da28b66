import { IconCode, IconProgress, IconSettings, IconSparkles, IconStack2, IconWallet } from '@tabler/icons-react'

/** The pages of the rail, in its order. */
export const pages = [
  { path: '/mint', word: 'Mint', about: 'From a spreadsheet to NFTs', Icon: IconSparkles },
  { path: '/runs', word: 'Runs', about: 'What is being minted, and what was', Icon: IconProgress },
  { path: '/collections', word: 'Collections', about: 'Where NFTs are minted into', Icon: IconStack2 },
  { path: '/wallets', word: 'Wallets', about: 'What any wallet holds', Icon: IconWallet },
  { path: '/developers', word: 'Developers', about: 'Keys, calls, webhooks, audit log', Icon: IconCode },
  { path: '/settings', word: 'Settings', about: 'Of this project and this computer', Icon: IconSettings },
] as const

/** The page of the rail that an address belongs to, `undefined` for one of none. */
export function pageAt(address: string) {
  return pages.find(({ path }) => address === path || address.startsWith(`${path}/`))
}
