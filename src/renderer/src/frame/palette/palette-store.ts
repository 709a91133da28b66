import { createSpotlight } from '@mantine/spotlight'

/** Whether the command palette is open, and what is selected in it. */
export const [paletteStore, palette] = createSpotlight()
