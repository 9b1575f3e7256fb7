// What the quiet pages need: the Aa dialog.

import './dialogs.js';
import './local-time.js';
import './settings.js';
