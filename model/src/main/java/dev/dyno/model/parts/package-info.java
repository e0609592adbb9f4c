/** Access to the components of a record by name: to change a few of many, or to write them all. */
package dev.dyno.model.parts;
