import { Link, useLocation } from 'wouter'
import { useMintStore } from '../mint/mint-store.ts'
import { Mark } from '../ui/mark.tsx'
import { pageAt, pages } from './pages.ts'
import classes from './rail.module.css'

/** Mark, name and pages: a rail with words, with icons alone, or a bar at the foot, as the width allows. */
export function Rail() {
  const [location] = useLocation()
  const here = pageAt(location)?.path
  const importId = useMintStore((store) => store.importId)
  return (
    <nav className={classes.rail} aria-label="Pages">
      <div className={classes.brand}>
        <Mark />
        <span className={classes.name}>Mintdesk</span>
      </div>
      {pages.map(({ path, word, Icon }) => {
        const active = path === here
        return (
          <Link
            key={path}
            className={classes.page}
            href={path === '/mint' && importId !== null && !active ? `/mint/${importId}` : path}
            aria-current={active ? 'page' : undefined}
            title={word}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <span className={classes.word}>{word}</span>
          </Link>
        )
      })}
    </nav>
  )
}
