package dev.dyno.cluster.group;

import dev.dyno.model.pace.SystemTime;
import org.junit.jupiter.api.Test;

class InProcessGroupTest extends GroupContract {

    @Override
    Group listen(String name, SystemTime time, GroupListener listener) {
        return InProcessGroup.listen(name, "1.0", time, listener);
    }

    @Override
    Group join(Group coordinator, String name, SystemTime time, GroupListener listener) throws GroupException {
        return ((InProcessGroup) coordinator).join(name, time, listener);
    }

    @Test
    void whoVanishesIsSeenToAndSeesTheOthersGo() throws GroupException {
        final Witness atC = new Witness();
        final Witness atW = new Witness();
        final SystemTime time = new SystemTime();
        try (InProcessGroup c = InProcessGroup.listen("c", "1.0", time, atC);
                InProcessGroup w = c.join("w", time, atW)) {
            w.vanish(Departure.SILENT);
            atC.awaits("left w SILENT");
            atW.awaits("left c SILENT");
        } finally {
            time.close();
        }
    }
}
