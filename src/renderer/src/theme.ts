import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The colour of sealing wax, for finished work and the frames of art. It is distinct from Live's amber and from the red of errors. */
const copper: MantineColorsTuple = [
  '#fbefe6',
  '#f6dfcd',
  '#efc4a3',
  '#e8a877',
  '#dd8c50',
  '#c97436',
  '#b5622a',
  '#a0531f',
  '#914817',
  '#733811',
]

/** Greys of the dark scheme, as cool as its grounds. */
const dark: MantineColorsTuple = [
  '#e3e6ea',
  '#b8bfc7',
  '#8b939c',
  '#5a626b',
  '#3d444c',
  '#30353b',
  '#262a2f',
  '#1d2024',
  '#16181b',
  '#101214',
]

/** The header is no banner landmark: screen readers would list one for each open dialog. */
const dialogHeader = { header: { role: 'presentation' } }
const dialogPaper = { background: 'var(--app-surface)' }
const dialogTitle = { fontSize: '20px', lineHeight: '28px', fontWeight: 600, overflowWrap: 'anywhere' } as const

/** System fonts, text of 28, 20, 16, 14 and 12 px, an 8 px grid, blue and copper, radius 8 px, hairlines instead of shadows. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  colors: { copper, dark },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    Tooltip: { defaultProps: { multiline: true, maw: 360, events: { hover: true, focus: true, touch: true } } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: {
        title: { overflowWrap: 'anywhere' },
        description: { color: 'var(--mantine-color-dimmed)', overflowWrap: 'anywhere' },
      },
    },
    // Gives the focus to the menu's first entry: Mantine's empty placeholder before it is no entry.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    NavLink: { styles: { root: { borderRadius: 6 } } },
    Skeleton: { defaultProps: { radius: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: dialogHeader,
      },
      styles: { title: dialogTitle, header: dialogPaper, content: dialogPaper },
    },
    Drawer: {
      defaultProps: { padding: 'lg', closeButtonProps: { 'aria-label': 'Close' }, attributes: dialogHeader },
      styles: { title: dialogTitle, header: dialogPaper, content: dialogPaper },
    },
  },
})

/** Mantine's greys for secondary text and its reds miss WCAG AA on white and on the dark body; these meet it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--app-text-title': '28px',
    '--app-text-heading': '20px',
    '--app-text-subheading': '16px',
    '--app-text-body': '14px',
    '--app-text-small': '12px',
  },
  light: {
    '--mantine-color-dimmed': '#59616a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#6b727a',
    '--mantine-color-blue-light': '#e7f1fb',
    '--mantine-color-blue-light-hover': '#dbeaf9',
    '--mantine-color-yellow-light': '#fff6dc',
    '--mantine-color-red-light': '#fff0f0',
    '--mantine-color-green-light': '#eaf7ec',
    '--mantine-color-yellow-light-color': '#8a5200',
    '--mantine-color-green-light-color': '#237032',
    '--mantine-color-red-light-color': '#c02424',
    '--mantine-color-copper-light': '#fbefe6',
    '--mantine-color-copper-light-hover': '#f6dfcd',
    '--mantine-color-copper-light-color': '#8a4415',
    '--app-accent': '#a0531f',
    '--app-accent-light': '#fbefe6',
    '--app-art-frame': '#e3cdbb',
    '--app-line': '#4a5662',
    '--app-hairline': '#dfe3e8',
    '--app-surface': '#ffffff',
    '--app-ground': '#f7f8fa',
    '--app-wrong': '#fff0f0',
    '--app-warn': '#fff8e6',
    '--app-ok-text': '#237032',
    '--app-warn-text': '#8a5200',
    '--app-bad-text': '#c02424',
  },
  dark: {
    '--mantine-color-body': '#16181b',
    '--mantine-color-dimmed': '#a3a9b1',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-placeholder': '#8b929a',
    '--mantine-color-blue-light': '#18293a',
    '--mantine-color-blue-light-hover': '#1d3247',
    '--mantine-color-yellow-light': '#352c17',
    '--mantine-color-red-light': '#3a2023',
    '--mantine-color-green-light': '#1a2f20',
    '--mantine-color-blue-light-color': '#8cc4f7',
    '--mantine-color-yellow-light-color': '#ffd073',
    '--mantine-color-green-light-color': '#8ce99a',
    '--mantine-color-red-light-color': '#ff9c9c',
    '--mantine-color-copper-filled': '#c97436',
    '--mantine-color-copper-light': '#38271b',
    '--mantine-color-copper-light-hover': '#453021',
    '--mantine-color-copper-light-color': '#f0b98f',
    '--app-accent': '#eba877',
    '--app-accent-light': '#38271b',
    '--app-art-frame': '#5c4737',
    '--app-line': '#b4bcc5',
    '--app-hairline': '#30353b',
    '--app-surface': '#1d2024',
    '--app-ground': '#16181b',
    '--app-wrong': '#3a2023',
    '--app-warn': '#352c17',
    '--app-ok-text': '#8ce99a',
    '--app-warn-text': '#ffd073',
    '--app-bad-text': '#ff9c9c',
  },
})
