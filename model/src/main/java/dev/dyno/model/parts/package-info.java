/** Records of many components, changed in a few of them or written by name. */
package dev.dyno.model.parts;
