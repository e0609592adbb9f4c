package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates partitioned destinations with the admin object of Starlight for JMS; no other known provider has partitions. */
record Partitions(Object admin, Class<?> api, int number) {

    /**
     * Creates destinations; existing ones stay unchanged.
     *
     * @param factory factory whose client is running
     * @throws DriverException if the provider has no partitions, or the broker refuses
     */
    static void create(ConnectionFactory factory, Session session, List<Destination> destinations, int number)
            throws DriverException {
        Partitions partitions;
        try {
            Object admin = factory.getClass().getMethod("getAdmin").invoke(factory);
            partitions = new Partitions(admin, admin.getClass().getInterfaces()[0], number);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new DriverException(
                    JmsSettings.PARTITIONS.name() + ": " + number
                            + "; this provider divides no destinations, leave it out",
                    e);
        }
        for (Destination destination : destinations) {
            try {
                partitions.create(session, destination);
            } catch (Exception e) {
                throw Failures.of("cannot create " + destination + " with " + number + " partitions", e);
            }
        }
    }

    private void create(Session session, Destination destination) throws Exception {
        try {
            if (destination.isTopic()) {
                api.getMethod("createTopic", Topic.class, int.class)
                        .invoke(admin, session.createTopic(destination.name()), number);
            } else {
                @Nullable String noSelector = null;
                api.getMethod("createQueue", Queue.class, int.class, boolean.class, String.class)
                        .invoke(admin, session.createQueue(destination.name()), number, false, noSelector);
            }
        } catch (InvocationTargetException e) {
            // It may exist already.
            if (!(e.getCause() instanceof InvalidDestinationException)) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }
}
