import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from '../top-bar.module.css'
import { modKey } from './mod-key.ts'
import { palette } from './palette-store.ts'

/** Opens the command palette, and shows the keys for it. */
export function PaletteButton() {
  return (
    <UnstyledButton className={classes.search} onClick={palette.open}>
      <IconSearch size={16} aria-hidden />
      <Kbd size="xs" className={classes.wide}>
        {modKey} K
      </Kbd>
      <VisuallyHidden>Search pages and actions</VisuallyHidden>
    </UnstyledButton>
  )
}
