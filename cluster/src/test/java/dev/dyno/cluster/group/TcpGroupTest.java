package dev.dyno.cluster.group;

import dev.dyno.model.pace.SystemTime;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("timing")
class TcpGroupTest extends GroupContract {

    @Override
    Group listen(String name, SystemTime time, GroupListener listener) throws GroupException {
        return GroupConnector.listen(new GroupOptions(new HostPort("localhost", 0), name, "1.0"), time, listener);
    }

    @Override
    Group join(Group coordinator, String name, SystemTime time, GroupListener listener) throws GroupException {
        return GroupConnector.join(
                new GroupOptions(coordinator.address(), name, "1.0"), time, listener, Duration.ofSeconds(3));
    }
}
