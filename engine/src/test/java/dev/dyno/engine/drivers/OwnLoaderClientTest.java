package dev.dyno.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnLoaderClientTest {

    private final ClassLoader own = new URLClassLoader(new URL[0]);
    private final ClassLoader callers = Thread.currentThread().getContextClassLoader();
    private final List<ClassLoader> seen = new ArrayList<>();
    private final List<String> called = new ArrayList<>();

    @Test
    void whatADriverDoesSeesItsOwnLoaderAndTheCallerKeepsHis() throws DriverException {
        Client client = OwnLoaderClient.of(stub(Client.class, stub(ClientConnection.class, "")), own);
        client.prepare(List.of());
        client.semantics(spec());
        try (ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}))) {
            connection.start();
            connection.stop();
            assertThat(seen).hasSize(5).containsOnly(own);
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(callers);
        }
    }

    private static ProducerSpec spec() {
        Destination queue = Destination.parse("queue://Q");
        MessageTemplate message = MessageTemplate.plain(SizeDistribution.fixed(100));
        return EndpointSpecs.producer(ProducerGroup.of(List.of(queue), message, parts -> {}), queue);
    }

    @Test
    void everyCallOfAClientAndOfItsConnectionIsPassedOn() throws ReflectiveOperationException, DriverException {
        Client client = OwnLoaderClient.of(stub(Client.class, stub(ClientConnection.class, "")), own);
        assertPassesOn(Client.class, client);
        assertPassesOn(ClientConnection.class, client.connect(new ConnectionSpec(Optional.empty(), failure -> {})));
    }

    private void assertPassesOn(Class<?> type, Object wrapped) throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            called.clear();
            method.invoke(wrapped, new Object[method.getParameterCount()]);
            assertThat(called).containsExactly(method.getName());
        }
    }

    @Test
    void theCallerKeepsHisAfterAFailure() {
        assertThatThrownBy(() -> OwnLoaderClient.with(own, () -> {
                    throw new DriverException("no");
                }))
                .hasMessage("no");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(callers);
    }

    /** Notes the loader of each call; what returns a connection returns that one. */
    private <T> T stub(Class<T> type, Object connection) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            seen.add(Thread.currentThread().getContextClassLoader());
            called.add(method.getName());
            if (method.getReturnType() == boolean.class) {
                return false;
            }
            return method.getReturnType() == ClientConnection.class ? connection : null;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
