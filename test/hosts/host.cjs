'use strict';
require('reflect-metadata');
const serve = require('./host-app.cjs');

serve((name) => require(name), process.argv[2], process.argv[3]);
