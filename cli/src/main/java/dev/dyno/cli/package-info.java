/** The command line: its verbs with their options and outputs. Only this package ends the process of the tool. */
package dev.dyno.cli;
