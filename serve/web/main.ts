// The map page: what is put where, and nothing else.
import './page.css'

document.body.append(document.createElement('main'))
