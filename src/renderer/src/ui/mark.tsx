import icon from '../../../../resources/icon.svg'

/** The product's mark: a hand stamp over the line it left. A picture beside the name, so not read out. */
export function Mark({ size = 28 }: { size?: number }) {
  return <img src={icon} width={size} height={size} alt="" style={{ flex: 'none', display: 'block' }} />
}
