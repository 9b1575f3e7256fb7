// What the quiet pages need: the Aa dialog.

import './dialogs.js';
import './settings.js';
