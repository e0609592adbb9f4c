/** Output of a broker's processes, and the causes of their end that it names. */
package dev.dyno.broker.log;
