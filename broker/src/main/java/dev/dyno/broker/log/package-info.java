/** Output of a broker's processes, and the causes of a broker's end found in it. */
package dev.dyno.broker.log;
