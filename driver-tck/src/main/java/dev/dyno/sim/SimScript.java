package dev.dyno.sim;

import java.util.List;
import java.util.OptionalLong;

/**
 * The behaviour of a simulated broker; {@link SimDriver} has the meaning of each key.
 *
 * @param capacity most messages waiting or being served; 0 = no limit
 * @param sessionNs how long the messages of a broken connection are held for it
 * @param lumpNs from one acknowledgement of all that was served to the next; 0 = each message at once
 * @param lends whether producers may send after completions, on the broker's thread
 * @param originNs clock reading that stalls and death count from; empty = that of the first connection
 * @param dieNs when the broker dies, from the origin; empty = never
 * @param returnNs when a dead one is there again, from the origin; empty = never
 */
record SimScript(
        ServiceTime service,
        boolean oneServer,
        long deliveryNs,
        List<Stalls.Stall> stalls,
        OptionalLong originNs,
        long seed,
        Fault fail,
        Fault lose,
        Fault corrupt,
        Fault duplicate,
        Fault reorder,
        int capacity,
        int prefetch,
        long sessionNs,
        long lumpNs,
        boolean lends,
        OptionalLong dieNs,
        OptionalLong returnNs) {}
