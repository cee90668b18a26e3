import { createRoot } from 'react-dom/client'
import './ui/styles.css'

const element = document.getElementById('panel')
if (element) createRoot(element).render(<main>Service</main>)
