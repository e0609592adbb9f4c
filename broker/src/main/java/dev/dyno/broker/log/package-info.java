/** Output of a broker's processes, and what it says of their end. */
package dev.dyno.broker.log;
