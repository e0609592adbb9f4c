package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Sends with the provider's own callback: an interface that {@code send(Message, Callback)} of its producers accepts. Its method
 * with an exception as argument reports a failure, the one without arguments success.
 */
record ProviderCallback(Class<?> callback, MethodHandle send) implements SendCall {

    private static final MethodType SEND =
            MethodType.methodType(void.class, MessageProducer.class, Message.class, Object.class);

    /**
     * Call for producers of the class of the given one.
     *
     * @throws DriverException if they have no send with such a callback
     */
    static ProviderCallback of(String callback, MessageProducer producer) throws DriverException {
        try {
            Class<?> type = Class.forName(callback, true, JmsDriver.class.getClassLoader());
            Method method = producer.getClass().getMethod("send", Message.class, type);
            return new ProviderCallback(
                    type, MethodHandles.publicLookup().unreflect(method).asType(SEND));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw Failures.of(
                    "jms.sendCallback: " + producer.getClass().getName() + " does not send with a " + callback, e);
        }
    }

    @Override
    public Object callback(Answer answer) {
        return Proxy.newProxyInstance(
                callback.getClassLoader(), new Class<?>[] {callback}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return ofObject(proxy, method, arguments);
                    }
                    answer.answered(arguments == null ? null : (Exception) arguments[0]);
                    return null;
                });
    }

    private static Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "callback of a send";
        };
    }

    /** Sends. A method handle may throw any Throwable; one that is not expected here is wrapped. */
    @Override
    public void send(MessageProducer producer, Message message, Object callback) throws JMSException {
        try {
            send.invokeExact(producer, message, callback);
        } catch (JMSException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
