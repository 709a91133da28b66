import icon from '../../../../resources/icon.svg'

/** The product's mark: a hand stamp over the line it left. It stands beside the name, so screen readers skip it. */
export function Mark({ size = 28 }: { size?: number }) {
  return <img src={icon} width={size} height={size} alt="" style={{ flex: 'none', display: 'block' }} />
}
