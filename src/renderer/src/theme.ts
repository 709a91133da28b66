import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** System fonts, 14 px body, an 8 px grid, one accent colour, radius 8 px, hairlines instead of shadows. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    Tooltip: { defaultProps: { multiline: true, maw: 360, events: { hover: true, focus: true, touch: true } } },
    Skeleton: { defaultProps: { radius: 'md' } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

/** Mantine's greys for secondary text and its reds miss WCAG AA on white and on the dark body; these meet it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59616a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#6b727a',
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
