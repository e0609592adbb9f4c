package dev.dyno.driver.sim;

import java.util.List;
import java.util.OptionalLong;

/**
 * The behaviour of a simulated broker; {@link SimDriver} documents each key.
 *
 * @param connectNs time to open a connection
 * @param capacity maximum number of messages waiting or being served; 0 = no limit
 * @param sessionNs time for which the messages of a broken connection are held for it
 * @param lumpNs time between two acknowledgements of everything served; 0 = each message at once
 * @param lends whether producers may send after completions, on the broker's thread
 * @param originNs clock reading that stalls and death count from; empty = that of the first connection
 * @param dieNs time of the broker's death, from the origin; empty = never
 * @param returnNs time at which a dead broker starts again, from the origin; empty = never
 */
record SimScript(
        ServiceTime service,
        boolean oneServer,
        long deliveryNs,
        List<ScriptedStalls.Stall> stalls,
        OptionalLong originNs,
        long seed,
        MessageSelection fail,
        MessageSelection lose,
        MessageSelection corrupt,
        MessageSelection duplicate,
        MessageSelection reorder,
        long connectNs,
        int capacity,
        int prefetch,
        long sessionNs,
        long lumpNs,
        boolean lends,
        OptionalLong dieNs,
        OptionalLong returnNs) {}
