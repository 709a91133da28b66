import { NavLink } from '@mantine/core'
import { IconCode, IconProgress, IconSettings, IconSparkles, IconStack2, IconWallet } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMintStore } from '../mint/mint-store.ts'

const pages = [
  { path: '/mint', word: 'Mint', Icon: IconSparkles },
  { path: '/runs', word: 'Runs', Icon: IconProgress },
  { path: '/collections', word: 'Collections', Icon: IconStack2 },
  { path: '/wallets', word: 'Wallets', Icon: IconWallet },
  { path: '/developers', word: 'Developers', Icon: IconCode },
  { path: '/settings', word: 'Settings', Icon: IconSettings },
]

/** The pages there are. */
export function Rail() {
  const [location] = useLocation()
  const importId = useMintStore((store) => store.importId)
  return pages.map(({ path, word, Icon }) => {
    const active = location === path || location.startsWith(`${path}/`)
    return (
      <NavLink
        key={path}
        component={Link}
        href={path === '/mint' && importId !== null && !active ? `/mint/${importId}` : path}
        label={word}
        active={active}
        aria-current={active ? 'page' : undefined}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      />
    )
  })
}
